/** What the console needs of a browser, tried out in this one. */
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { getSysUser } from '../../../../model/contract/account/session.ts'
import { SOCKET_PATH } from '../../../../model/contract/live.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { browserZone } from '../../../ui/clock.ts'

export interface Check {
  readonly name: LabelKey
  /** Gives what was found; throws where it does not work. */
  readonly run: () => Promise<string>
}

function need(works: boolean): void {
  if (!works) throw new Error('missing')
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const began = performance.now()
  await work()
  return `${Math.round(performance.now() - began)} ms`
}

export const checks: readonly Check[] = [
  { name: 'check.server', run: () => timed(() => ask(getSysUser, {}, { quiet: true })) },
  {
    name: 'check.socket',
    run: () =>
      timed(
        () =>
          new Promise<void>((resolve, reject) => {
            const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${SOCKET_PATH}`)
            socket.onopen = () => {
              socket.close()
              resolve()
            }
            socket.onerror = () => reject(new Error('no socket'))
          }),
      ),
  },
  {
    name: 'check.cookies',
    run: async () => {
      need(navigator.cookieEnabled)
      return ''
    },
  },
  {
    name: 'check.storage',
    run: async () => {
      localStorage.setItem('check', '1')
      localStorage.removeItem('check')
      return ''
    },
  },
  {
    name: 'check.clipboard',
    run: async () => {
      need('clipboard' in navigator && isSecureContext)
      return ''
    },
  },
  {
    name: 'check.canvas',
    run: async () => {
      need(document.createElement('canvas').getContext('2d') !== null)
      return ''
    },
  },
  {
    name: 'check.notifications',
    run: async () => {
      need('Notification' in window)
      return ''
    },
  },
  { name: 'check.screen', run: async () => `${innerWidth} × ${innerHeight}, ${devicePixelRatio}×` },
  { name: 'check.zone', run: async () => browserZone() },
]
