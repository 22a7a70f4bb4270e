/** Accessibility of a quarter of the pages. */
import { examinePages, quarterOfPages } from './axe.ts'
import { openSite } from './support.ts'

examinePages(openSite(), quarterOfPages(2))
