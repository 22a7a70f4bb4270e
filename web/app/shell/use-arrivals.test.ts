import { expect, it } from 'vitest'
import type { NotificationHead } from '../../../model/contract/admin/notifications.ts'
import { arrivedIn } from './use-arrivals.ts'

const head = (unread: number, ...ids: readonly string[]): NotificationHead => ({
  unread,
  list: ids.map((id) => ({ id: id.replace('-', ''), isRead: id.endsWith('-') ? 1 : 0, isStarred: 0 })),
})
const arrived = (now: NotificationHead, before: NotificationHead) => arrivedIn(now, before).map(({ id }) => id)

it('what arrived was not there and is unread; what only moved up did not arrive', () => {
  expect(arrived(head(1, 'a', 'b-'), head(0, 'b-'))).toEqual(['a'])
  expect(arrived(head(9, 'c', 'd', 'a'), head(7, 'a', 'b'))).toEqual(['c', 'd'])
  // Read elsewhere: the seventh takes the free place.
  expect(arrived(head(6, 'b', 'c', 'd', 'e', 'f', 'g'), head(7, 'a', 'b', 'c', 'd', 'e', 'f'))).toEqual([])
  expect(arrived(head(0, 'a-'), head(0))).toEqual([])
  expect(arrived(head(2, 'a', 'b'), head(2, 'a', 'b'))).toEqual([])
  // One came and others had been read before it: no more are told than there are more of.
  expect(arrived(head(3, 'x', 'y', 'z'), head(2, 'a', 'b'))).toEqual(['x'])
})
