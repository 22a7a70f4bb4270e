/** Accessibility of every other page. */
import { examinePages } from './axe.ts'
import { openSite } from './support.ts'

examinePages(openSite(), 0, 2)
