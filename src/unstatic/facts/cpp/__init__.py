"""What C++ alone has: objects that own what they are made of."""
