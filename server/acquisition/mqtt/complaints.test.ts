import { expect, it } from 'vitest'
import { openComplaints } from './complaints.ts'
import type { Complaint } from './complaints.ts'

it('tells each device and fault once a minute, thirty lines of all, and how many it did not tell', () => {
  let now = 0
  const lines: (Complaint & { omitted?: number })[] = []
  const complaints = openComplaints(
    (line) => lines.push(line),
    () => now,
  )
  for (let times = 0; times < 5; times += 1) complaints.report({ code: 'topic', device: 't/a', address: '::1', at: 'x'.repeat(1000) })
  complaints.report({ code: 'credentials', device: 't/a', address: '::1' })
  expect(lines).toEqual([
    { code: 'topic', device: 't/a', address: '::1', at: 'x'.repeat(200) },
    { code: 'credentials', device: 't/a', address: '::1', omitted: 4 },
  ])
  for (let index = 0; index < 1000; index += 1) complaints.report({ code: 'credentials', device: `t/${index}`, address: '::1' })
  expect(lines).toHaveLength(30)
  now = 60_000
  complaints.report({ code: 'topic', device: 't/a', address: '::1', at: 'y' })
  expect(lines.slice(30)).toEqual([{ code: 'topic', device: 't/a', address: '::1', at: 'y', omitted: 972 }])
})
