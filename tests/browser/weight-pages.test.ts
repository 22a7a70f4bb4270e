/** What each page adds to the weight of the first list; weight.test.ts asks some of them. */
import { expect, test } from 'vitest'
import { openSite } from './support.ts'
import { heavyPages, pageAddresses } from './weighing.ts'

const site = openSite()

test('no further page adds more than its share to the first list', async () => {
  expect(await heavyPages(site, pageAddresses)).toEqual([])
})
