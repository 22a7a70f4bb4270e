/** History from a file: a device is asked for where the file may not name one. */
import { useId, useState } from 'react'
import { importReading } from '../../../../model/contract/acquisition/collectors.ts'
import ImportDialog from '../../../kernel/resource/exchange/import-dialog.tsx'
import type { ImportTarget } from '../../../kernel/resource/exchange/import-target.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { MEGABYTE } from '../../../kernel/i18n/size.ts'

/** As the server takes them. */
const MEGABYTES = { csv: 200, xlsx: 10 } as const

interface HistoryImportProps {
  readonly open: boolean
  readonly onClose: () => void
}

export default function HistoryImport({ open, onClose }: HistoryImportProps) {
  const t = useT()
  const id = useId()
  const [device, setDevice] = useState('')
  const target: ImportTarget = {
    send: ({ mode, file }, options) => ask(importReading, { mode, deviceId: device, file }, options),
    title: t('import.readings-title'),
    accept: '.csv,.xlsx,text/csv',
    drop: t('import.drop-file'),
    hint: t('import.readings-hint', MEGABYTES),
    stopText: t('import.part-text'),
    hasPassword: false,
    template: { about: t('import.readings-about'), get: async () => ({ name: t('import.readings-template'), content: templateIn(t) }) },
    more: (
      <div className="import-password">
        <label htmlFor={id}>{t('import.readings-device')}</label>
        <RowPicker noun="devices" id={id} value={device} clearable onChange={(chosen: string) => setDevice(chosen)} />
      </div>
    ),
    refuse({ name, size }) {
      const kind = /\.(csv|xlsx)$/i.exec(name)?.[1]?.toLowerCase() as keyof typeof MEGABYTES | undefined
      if (!kind) return t('error.readings.file-type')
      return size >= MEGABYTES[kind] * MEGABYTE ? t('error.upload.too-large', { megabytes: MEGABYTES[kind] }) : undefined
    },
  }
  return <ImportDialog target={target} open={open} onClose={onClose} onImported={async () => undefined} />
}

/** Headings, and two rows that are notes: what begins with ## is not imported. The mark tells spreadsheets that it is UTF-8. */
function templateIn(t: Translate): Blob {
  const rows = [
    [t('field.points.deviceId'), t('field.points.pointKey'), t('trends.time'), t('readings.value'), t('readings.quality')],
    ['## device-1', 'temperature', '2026-01-31 08:00:00', '21.5', t('worth.good')],
    ['## device-1', 'temperature', '2026-01-31 08:01:00', '21.6', ''],
  ]
  return new Blob([`\ufeff${rows.map((cells) => cells.join(',')).join('\r\n')}\r\n`], { type: 'text/csv' })
}
