/** The log as somebody at a terminal reads it. */
import { expect, it } from 'vitest'
import { lineForPeople } from './log.ts'

const time = new Date(2026, 10, 25, 7, 5, 9).toISOString()
const shown = (line: object) => lineForPeople(`${JSON.stringify({ level: 'info', time, ...line })}\n`)

it('is a sentence with the time of day', () => {
  expect(shown({ msg: 'Server listening at http://127.0.0.1:5000' })).toBe('07:05:09  Server listening at http://127.0.0.1:5000\n')
  expect(
    shown({
      reqId: 'req-1',
      req: { method: 'GET', path: '/api/x', address: '::1' },
      res: { status: 200 },
      ms: 12,
      msg: 'request completed',
    }),
  ).toBe('07:05:09  request completed  GET /api/x  200  12 ms\n')
  expect(shown({ level: 'warn', msg: 'slow', collector: 'mqtt', port: 1883 })).toBe('07:05:09  WARN  slow  collector="mqtt"  port=1883\n')
})

it('tells an error with where it happened', () => {
  expect(shown({ level: 'error', msg: 'failed', err: { name: 'Error', message: 'no', stack: 'Error: no\n    at a.ts:1' } })).toBe(
    '07:05:09  ERROR  failed\n  Error: no\n  at a.ts:1\n',
  )
})

it('moves no cursor, whatever was sent', () => {
  const escape = String.fromCharCode(27)
  const text = shown({ level: 'warn', msg: `a${escape}[2Jb\r\nc`, err: { message: `x${escape}]0;y` } })
  expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f]/)
  expect(text.split('\n')).toHaveLength(3)
})
