"""The sources of one extension read: what build files leave open found, every configuration parsed, a model made."""
