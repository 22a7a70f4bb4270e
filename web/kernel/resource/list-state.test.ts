import { describe, expect, it } from 'vitest'
import { users } from '../../../model/index.ts'
import { FIRST_PAGE, PAGER_SIZE, PAGE_SIZES } from '../../ui/page-sizes.ts'
import { PAGE_SIZE, filterKeys, listQuery, narrowedTo, readListState, writeListState } from './list-state.ts'

const read = (address: string) => readListState(new URLSearchParams(address), users)

it('a pager begins at page 1 with 20 rows, a list with 10, and there are six sizes', () => {
  expect([FIRST_PAGE, PAGER_SIZE, PAGE_SIZE, PAGE_SIZES]).toEqual([1, 20, 10, [10, 20, 30, 50, 100, 200]])
})

describe('the state of a list in the address', () => {
  it('begins at page 1 with 10 rows in the order of the list', () => {
    expect(read('')).toEqual({ page: 1, size: 10, sorter: undefined, filters: {} })
    expect(writeListState(read('')).toString()).toBe('')
  })

  it('reads back as it was written', () => {
    const address =
      'view=01900000-0000-7000-8000-000000000001&currentPage=3&pageSize=50&sorter=username_descend&username=a+b&createTimeStart=2026-01-01+00%3A00%3A00'
    expect(read(address)).toEqual({
      view: '01900000-0000-7000-8000-000000000001',
      page: 3,
      size: 50,
      sorter: { field: 'username', direction: 'descend' },
      filters: { username: 'a b', createTimeStart: '2026-01-01 00:00:00' },
    })
    expect(writeListState(read(address)).toString()).toBe(address)
  })

  it('takes nonsense for not said', () => {
    for (const address of [
      'currentPage=0',
      'currentPage=-1',
      'currentPage=x',
      'pageSize=7',
      'sorter=password_ascend',
      'sorter=username',
      'nothing=1',
      'username=+',
      'view=everything',
    ]) {
      expect(read(address), address).toEqual(read(''))
    }
  })

  it('asks the server in its own words', () => {
    expect(listQuery(read('sorter=username_ascend&status=0'))).toEqual({
      currentPage: 1,
      pageSize: 10,
      sorter: 'username_ascend',
      status: '0',
    })
  })

  it('knows a time by its start and end and offers no secret', () => {
    expect(filterKeys(users)).toEqual(expect.arrayContaining(['createTimeStart', 'createTimeEnd', 'orgId', 'status']))
    expect(filterKeys(users)).not.toContain('password')
  })
})

it('a new row begins with what the list is narrowed to, as far as that is one thing it can be given', () => {
  expect(narrowedTo(users, { orgId: 'one', status: '0', username: 'li', createTimeStart: '2026-01-01 00:00:00' })).toEqual({ orgId: 'one' })
})
