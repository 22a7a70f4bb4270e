/** Accessibility of some pages, drawn by the commit; every-page-*.test.ts look at all of them. */
import { sampleOf } from '../support/thorough.ts'
import { allPages, examinePages } from './axe.ts'
import { openSite } from './support.ts'

examinePages(openSite(), sampleOf('pages for axe', allPages, 10))
