import { expect, it } from 'vitest'
import { isSafeLink, isSafePicture, safeStyle } from '../../model/rich-text.ts'

it.each([
  ['font-size: 12pt; color: #fff', 'font-size: 12pt; color: #fff'],
  ['font-size: 7pt', ''],
  ['font-size: 37pt', ''],
  ['font-size: 36pt', 'font-size: 36pt'],
  ['position: fixed; inset: 0', ''],
  ['background-color: url(https://x)', ''],
  ['color: expression(alert(1))', ''],
  ['width: 9999999px', ''],
  ['TEXT-ALIGN: center', 'text-align: center'],
])('of the style "%s" stays "%s"', (style, safe) => expect(safeStyle(style)).toBe(safe))

it.each([
  ['https://a.b', true],
  ['mailto:a@b.c', true],
  ['/profile', true],
  ['#top', true],
  ['//a.b', false],
  ['javascript:alert(1)', false],
  [' java\nscript:x', false],
  ['data:text/html,x', false],
])('a link to %s: %s', (address, safe) => expect(isSafeLink(address)).toBe(safe))

const pictures = { owns: (address: string) => address === '/kept/1' }
it.each([
  ['/kept/1', true],
  ['/kept/2', false],
  ['/', false],
  ['data:image/png;base64,AA', true],
  ['data:image/svg+xml;base64,AA', false],
  ['https://a.b/c.png', false],
  ['//a.b/c.png', false],
])('a picture at %s: %s', (address, safe) => expect(isSafePicture(address, pictures)).toBe(safe))

it('a picture is kept nowhere unless the page says where', () => expect(isSafePicture('/kept/1')).toBe(false))
