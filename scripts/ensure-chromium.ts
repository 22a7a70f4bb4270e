/** Finds the browser for the browser tests, or installs one. */
import { ensureChromium } from '../tests/support/chromium.ts'

process.stdout.write(`Browser tests use ${ensureChromium()}\n`)
