import { expect, test } from 'vitest'
import type { SidebarEvent, SidebarState } from './sidebar-rules.ts'
import { firstSidebar, isRemembered, nextSidebar } from './sidebar-rules.ts'

const open: SidebarState = { open: true, mobile: false }
const after = (start: SidebarState, ...events: SidebarEvent[]) => events.reduce(nextSidebar, start)
const toggled = { kind: 'toggled' } as const
const toMobile = { kind: 'resized', mobile: true } as const
const toDesktop = { kind: 'resized', mobile: false } as const

test('it begins open, unless it was closed or the device is mobile', () => {
  expect(firstSidebar(undefined, false)).toEqual(open)
  expect(firstSidebar('1', false).open).toBe(true)
  expect(firstSidebar('0', false).open).toBe(false)
  expect(firstSidebar('1', true).open).toBe(false)
})

test('on the way to mobile it closes, and stays closed on the way back', () => {
  expect(after(open, toMobile)).toEqual({ open: false, mobile: true })
  expect(after(open, toMobile, toDesktop)).toEqual({ open: false, mobile: false })
  expect(after(open, toMobile, toggled, toMobile).open, 'a phone that is turned is still one').toBe(true)
})

test('a change of page closes it on mobile and nowhere else', () => {
  expect(after(open, toMobile, toggled, { kind: 'page-changed' }).open).toBe(false)
  expect(after(open, { kind: 'page-changed' }).open).toBe(true)
})

test('toggling the layout opens it again, but not over a phone', () => {
  expect(after(open, toggled, { kind: 'layout-changed' }).open).toBe(true)
  expect(after(open, toMobile, { kind: 'layout-changed' }).open).toBe(false)
})

test('what is remembered is what a person does at a desk', () => {
  expect(isRemembered(open, toggled)).toBe(true)
  expect(isRemembered(open, { kind: 'layout-changed' })).toBe(true)
  expect(isRemembered(open, toMobile)).toBe(false)
  expect(isRemembered({ open: false, mobile: true }, toggled)).toBe(false)
})
