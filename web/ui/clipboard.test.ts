import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { copyText } from './clipboard.ts'

/** An element of which only what copying touches is there. */
class Box {
  value = ''
  readOnly = false
  style: Record<string, string> = {}
  isSelected = false
  readonly holds: Box[] = []
  focused = 0
  append(box: Box): void {
    this.holds.push(box)
  }
  select(): void {
    this.isSelected = true
  }
  remove(): void {
    for (const around of [body, dialog]) around.holds.splice(0)
  }
  focus(): void {
    this.focused += 1
  }
  closest(): Box | null {
    return this === inDialog ? dialog : null
  }
}

const [body, dialog, inDialog, onPage] = [new Box(), new Box(), new Box(), new Box()]
/** What was copied by the keyboard's way, and out of what. */
let copied: { text: string; from: 'page' | 'dialog' }[] = []

beforeEach(() => {
  copied = []
  vi.stubGlobal('HTMLElement', Box)
})
afterEach(() => vi.unstubAllGlobals())

function onPlainHttp(activeElement: Box, works = true): void {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', {
    activeElement,
    body,
    createElement: () => new Box(),
    execCommand: () => {
      const around = dialog.holds.length > 0 ? dialog : body
      const [box] = around.holds
      if (box?.isSelected && works) copied.push({ text: box.value, from: around === dialog ? 'dialog' : 'page' })
      return works
    },
  })
}

it('copies on a page over plain http, where browsers give no clipboard, and leaves nothing behind', async () => {
  onPlainHttp(onPage)
  expect(await copyText('an address')).toBe(true)
  expect(copied).toEqual([{ text: 'an address', from: 'page' }])
  expect(body.holds).toEqual([])
  expect(onPage.focused).toBe(1)
})

it('copies within a dialog, which keeps the focus', async () => {
  onPlainHttp(inDialog)
  expect(await copyText('a password')).toBe(true)
  expect(copied).toEqual([{ text: 'a password', from: 'dialog' }])
})

it('tells where that did not work', async () => {
  onPlainHttp(onPage, false)
  expect(await copyText('an address')).toBe(false)
  const writeText = vi.fn().mockRejectedValue(new Error('refused'))
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyText('an address')).toBe(false)
})
