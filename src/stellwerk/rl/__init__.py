"""Environments for reinforcement learning: PettingZoo (several agents) and Gymnasium (one against bots)."""
