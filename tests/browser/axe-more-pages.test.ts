/** Accessibility of the other half of the pages. */
import { examinePages } from './axe.ts'
import { openSite } from './support.ts'

examinePages(openSite(), 1, 2)
