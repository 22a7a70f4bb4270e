/** Accessibility of the states of pages, on a desk. */
import { examineStates } from './axe.ts'
import { openSite } from './support.ts'

examineStates(openSite(), [
  ['light', 1440, 'en', 0],
  ['dark', 1440, 'zh', 1],
])
