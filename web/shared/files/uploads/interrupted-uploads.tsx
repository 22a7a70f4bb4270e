import { Button } from 'antd'
import { useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import type { Interrupted } from './interrupted.ts'
import { giveUp, interruptedOf } from './interrupted.ts'
import { pickFiles } from './pick.ts'
import { enqueue, useUploads } from './queue.ts'
import { named } from '../../../ui/named.ts'

/** What a reload interrupted: a page may not open a file by itself again, and so asks for it. */
export function InterruptedUploads() {
  const t = useT()
  const {
    user: { id },
  } = useSession()
  const items = useUploads((queue) => queue.items)
  const [, setGivenUp] = useState(0)
  // What this page sends is remembered there as well.
  const waiting = interruptedOf(id).filter(
    ({ name, size }) => !items.some((item) => item.size === size && (item.name === name || item.name.endsWith(`/${name}`))),
  )
  if (waiting.length === 0) return null

  function goOn({ name, size, parentId }: Interrupted): void {
    pickFiles('files', ({ files }) => {
      const file = files.find(({ file: one }) => one.name === name && one.size === size)
      if (file) enqueue(parentId, { files: [file], folders: [] })
      else toast.warning(t('disk.interrupted-other', { name }))
    })
  }

  return (
    <ul className="interrupted-uploads" aria-label={t('disk.interrupted')}>
      {waiting.map((one) => (
        <li key={one.key}>
          <span>{t('disk.interrupted-name', { name: one.name })}</span>
          <Button size="small" aria-label={named(t('disk.interrupted-go-on'), one.name)} onClick={() => goOn(one)}>
            {t('disk.interrupted-go-on')}
          </Button>
          <Button
            size="small"
            type="text"
            aria-label={named(t('disk.interrupted-give-up'), one.name)}
            onClick={() => {
              void giveUp(one).then(() => setGivenUp((count) => count + 1))
            }}
          >
            {t('disk.interrupted-give-up')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
