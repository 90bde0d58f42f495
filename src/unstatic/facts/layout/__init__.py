"""The struct of the state: which header or source declares it, and where there."""
