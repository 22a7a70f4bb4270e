/** Prints how many times as long as usual this machine takes for its work, for a run of the tests that has not begun (tests/support/pace.ts). */
import { pace } from '../tests/support/pace.ts'

process.stdout.write(String(pace()))
