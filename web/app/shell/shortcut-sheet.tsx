/** All keys that mean something, from where they are bound. */
import { useEffect, useRef } from 'react'
import { DISK_KEYS, WITH_CONTROL } from '../../features/file/disk/entry-keys.ts'
import type { LabelKey } from '../../kernel/i18n/i18n.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { ROW_KEYS, rowSteps } from '../../ui/use-row-keys.ts'
import { CONSOLE_KEYS } from './console-keys.ts'
import './shortcut-sheet.css'

interface SheetProps {
  readonly open: boolean
  readonly onClose: () => void
}

interface Line {
  readonly key: string
  readonly label: LabelKey
}

const shownKeys: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowLeft: '←',
  ' ': 'Space',
  Escape: 'Esc',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
}

const groups: readonly { readonly title: LabelKey; readonly lines: readonly Line[] }[] = [
  { title: 'keys.everywhere', lines: CONSOLE_KEYS.map(({ shown, label }) => ({ key: shown, label })) },
  {
    title: 'keys.lists',
    lines: [
      ...Object.keys(rowSteps(0)).map((key) => ({ key, label: `keys.row-${key}` as LabelKey })),
      ...Object.entries(ROW_KEYS).map(([act, key]) => ({ key, label: `keys.row-${act}` as LabelKey })),
    ],
  },
  {
    title: 'keys.files',
    lines: Object.entries(DISK_KEYS).map(([act, key]) => ({
      key: WITH_CONTROL.has(act) ? `Ctrl ${key.toUpperCase()}` : key,
      label: `keys.disk-${act}` as LabelKey,
    })),
  },
]

export default function ShortcutSheet({ open, onClose }: SheetProps) {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className="shortcut-sheet"
      aria-label={t('keys.title')}
      // Escape is heard at once: the event of closing comes a moment later, when it may have been opened again.
      onCancel={onClose}
      onClose={() => {
        if (!dialog.current?.open) onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="sheet-frame">
        <div className="sheet-head">
          <h2>{t('keys.title')}</h2>
          <button type="button" onClick={onClose}>
            {t('keys.close')}
          </button>
        </div>
        {groups.map(({ title, lines }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {lines.map(({ key, label }) => (
                <div key={label}>
                  <dt>
                    <kbd>{shownKeys[key] ?? key}</kbd>
                  </dt>
                  <dd>{t(label)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  )
}
