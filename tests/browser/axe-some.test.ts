/** Accessibility of some pages, drawn by the commit; axe-pages-*.test.ts look at all of them. */
import { amount, sampleOf } from '../support/thorough.ts'
import { allPages, examinePages } from './axe.ts'
import { openSite } from './support.ts'

examinePages(openSite(), sampleOf('pages for axe', allPages, amount({ quick: 10, ci: 1, touched: 1, thorough: 1 })))
