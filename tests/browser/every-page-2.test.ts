/** The other half of the pages: each opens without an error, adds no more than its share of weight, and is accessible. */
import { describe } from 'vitest'
import { examinePages, halfOfPages } from './axe.ts'
import { openSite } from './support.ts'

describe('each of these pages opens without an error, is light enough and accessible', () => {
  examinePages(openSite(), halfOfPages(2))
})
