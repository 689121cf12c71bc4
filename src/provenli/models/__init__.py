"""Models: examples as columns come in (`examples.py`), a trained model in a directory and its predictions go out.

`train.py` is the one operation: an order is trained, resumed or read back. `protocol.py` says what a model is; read it
first. A torch network is a `NetModel` (`net_model.py`) around a `Net` (`net.py`), trained by `training_loop.py`.
"""
