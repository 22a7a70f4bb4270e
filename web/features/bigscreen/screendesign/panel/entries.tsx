/** Several things that follow each other, each with a button that removes it, and one that adds another: limits, tabs, lines of a text. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { named } from '../../../../ui/named.ts'

interface EntriesProps<Entry> {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly most: number
  readonly least?: number
  /** One that is added; absent where there is nothing to add now. */
  readonly fresh: (() => Entry) | undefined
  readonly disabled?: boolean
  readonly onChange: (entries: Entry[]) => void
  readonly children: (entry: Entry, change: (entry: Entry) => void, at: number) => ReactNode
}

export function Entries<Entry>({ label, entries, most, least = 0, fresh, disabled = false, onChange, children }: EntriesProps<Entry>) {
  const t = useT()
  const swap = (at: number, to: number) => onChange(entries.with(at, entries[to] as Entry).with(to, entries[at] as Entry))
  return (
    <div className="screen-entries" role="group" aria-label={label}>
      {entries.map((entry, at) => {
        const name = `${label} ${at + 1}`
        return (
          <div key={at} className="screen-entry">
            <div className="screen-entry-fields">{children(entry, (next) => onChange(entries.with(at, next)), at)}</div>
            <span className="screen-entry-buttons">
              <Button
                type="text"
                size="small"
                icon={<UpOutlined aria-hidden="true" />}
                aria-label={named(t('screen-design.entry-up'), name)}
                disabled={disabled || at === 0}
                onClick={() => swap(at, at - 1)}
              />
              <Button
                type="text"
                size="small"
                icon={<DownOutlined aria-hidden="true" />}
                aria-label={named(t('screen-design.entry-down'), name)}
                disabled={disabled || at === entries.length - 1}
                onClick={() => swap(at, at + 1)}
              />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={named(t('screen-design.entry-remove'), name)}
                disabled={disabled || entries.length <= least}
                onClick={() => onChange(entries.toSpliced(at, 1))}
              />
            </span>
          </div>
        )
      })}
      {entries.length < most && (
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden="true" />}
          disabled={disabled || !fresh}
          aria-label={named(t('screen-design.entry-add'), label)}
          onClick={() => fresh && onChange([...entries, fresh()])}
        >
          {t('screen-design.entry-add')}
        </Button>
      )}
    </div>
  )
}
