/** Accessibility of the states of pages, on a phone. */
import { examineStates } from './axe.ts'
import { openSite } from './support.ts'

examineStates(openSite(), [
  ['light', 390, 'tw', 1],
  ['dark', 390, 'en', 0],
])
