#include "app/cli/cli.h"

int main(int argc, char** argv) {
  return texelsort::app::run_cli(argc, argv);
}
