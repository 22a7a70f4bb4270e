/** What of the chosen points becomes a file: single values or figures, as CSV or as a workbook. */
import { Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { EXPORT_DETAILS, EXPORT_FORMATS, exportReading } from '../../../../model/contract/acquisition/readings.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Range } from '../../../ui/history-chart/ranges.ts'
import { timeText } from '../../../../model/zone.ts'

interface ExportProps extends Range {
  readonly open: boolean
  readonly points: readonly string[]
  readonly zone: string
  readonly onClose: () => void
}

export default function ExportDialog({ open, points, zone, from, to, onClose }: ExportProps) {
  const t = useT()
  const id = useId()
  const [detail, setDetail] = useState<(typeof EXPORT_DETAILS)[number]>('raw')
  const [format, setFormat] = useState<(typeof EXPORT_FORMATS)[number]>('csv')
  const [busy, setBusy] = useState(false)

  async function run(): Promise<void> {
    setBusy(true)
    try {
      await fetchFile(exportReading, { pointId: points, from, to, detail, format })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      title={t('trends.export')}
      okText={t('button.export')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={onClose}
      width={460}
    >
      <p className="trend-about">
        {t('trends.export-about', { count: points.length })}
        <br />
        {timeText(zone, from)} – {timeText(zone, to)}
      </p>
      <p id={`${id}-detail`}>{t('trends.detail')}</p>
      <Radio.Group
        aria-labelledby={`${id}-detail`}
        vertical
        value={detail}
        onChange={({ target }) => setDetail(target.value as typeof detail)}
        options={EXPORT_DETAILS.map((value) => ({ value, label: t(`trends.detail-${value}`) }))}
      />
      <p id={`${id}-format`}>{t('trends.format')}</p>
      <Radio.Group
        aria-labelledby={`${id}-format`}
        value={format}
        onChange={({ target }) => setFormat(target.value as typeof format)}
        options={EXPORT_FORMATS.map((value) => ({ value, label: t(`trends.format-${value}`) }))}
      />
    </Modal>
  )
}
