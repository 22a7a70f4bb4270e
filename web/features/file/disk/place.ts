/** Where somebody is on the disk: in the address, so that back, reload and a bookmark lead there. And how they like to see it. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { create } from 'zustand'
import type { FileQuery } from '../../../../model/contract/file/disk.ts'
import type { Place } from '../../../../model/file/files.ts'
import { ROOT } from '../../../shared/files/client.ts'
import { PAGE_SIZES } from '../../../ui/page-sizes.ts'

export interface Where {
  readonly place: Place
  readonly folder: string
  /** What is searched for; empty when nothing is. */
  readonly name: string
  readonly page: number
}

const PLACES: readonly Place[] = ['mine', 'shared', 'recycled']
/** Entries on one page: a folder is looked at as a whole, so one may have as many as a screen shows and a few more, and has them at first. */
export const DISK_SIZES: readonly number[] = [...PAGE_SIZES, 200]

/** Where on the disk the address leads, and how to go elsewhere. */
export function useWhere(): [Where, (to: Partial<Where>) => void] {
  const [address, setAddress] = useSearchParams()
  const where = useMemo(
    (): Where => ({
      place: PLACES.find((one) => one === address.get('place')) ?? 'mine',
      folder: address.get('folder') ?? ROOT,
      name: address.get('name')?.trim() ?? '',
      page: Math.max(1, Math.trunc(Number(address.get('currentPage'))) || 1),
    }),
    [address],
  )
  /** Another place begins at its top, another folder without a search, both at the first page. */
  const go = (to: Partial<Where>) => {
    const next = {
      ...where,
      page: 1,
      ...('place' in to || 'folder' in to ? { name: '' } : {}),
      ...('place' in to ? { folder: ROOT } : {}),
      ...to,
    }
    const parts = {
      place: next.place === 'mine' ? '' : next.place,
      folder: next.folder === ROOT ? '' : next.folder,
      name: next.name,
      currentPage: next.page === 1 ? '' : String(next.page),
    }
    setAddress(new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')), { preventScrollReset: true })
  }
  return [where, go]
}

export const orders = ['originalFilename', 'size', 'fileType', 'updateTime'] as const
export type Order = (typeof orders)[number]

interface Look {
  readonly view: 'list' | 'tiles'
  readonly order: Order
  readonly direction: 'ascend' | 'descend'
  /** Entries on one page. */
  readonly rows: number
}

const KEY = 'disk-look'
const usual: Look = { view: 'list', order: 'originalFilename', direction: 'ascend', rows: 200 }

/** Remembered in this browser. */
export const useDiskLook = create<Look>(() => {
  try {
    const { view, order, direction, rows } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Look, unknown>>
    return {
      view: view === 'tiles' ? 'tiles' : 'list',
      order: orders.find((one) => one === order) ?? usual.order,
      direction: direction === 'descend' ? 'descend' : 'ascend',
      rows: DISK_SIZES.find((one) => one === rows) ?? usual.rows,
    }
  } catch {
    return usual
  }
})

/** Changes how entries are shown, and remembers it. */
export function changeLook(part: Partial<Look>): void {
  useDiskLook.setState(part)
  try {
    localStorage.setItem(KEY, JSON.stringify(useDiskLook.getState()))
  } catch {
    // A browser that keeps nothing still shows it until it is closed.
  }
}

/** Another order begins upwards; the same one turns round. */
export function orderBy(order: Order): void {
  const now = useDiskLook.getState()
  changeLook({ order, direction: now.order === order && now.direction === 'ascend' ? 'descend' : 'ascend' })
}

/** A search looks everywhere below. */
export function queryOf({ place, folder, name, page }: Where, { order, direction, rows }: Look): FileQuery {
  return {
    ...(folder === ROOT ? { place } : { parentId: folder }),
    ...(name === '' ? {} : { originalFilename: name, everywhere: 1 }),
    sorter: `${order}_${direction}`,
    currentPage: page,
    pageSize: rows,
  }
}
