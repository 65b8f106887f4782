#include "experiments/experiment.h"
