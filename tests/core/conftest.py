"""How Hypothesis runs here: without a time limit per example, since a busy machine is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile("memoryd", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("memoryd")
