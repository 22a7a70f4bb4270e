/** The files that somebody can have of what an instance was. */
import { Button } from 'antd'
import type { HISTORY_FORMATS, HistoryPart } from '../../../model/contract/workflow/history.ts'
import { exportHistoricInstance } from '../../../model/contract/workflow/history.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { fetchFile } from '../../kernel/resource/exchange/save-file.ts'
import { attempt } from './act.ts'
import './workflow.css'

interface HistoryFilesProps {
  readonly of: string
  readonly part: HistoryPart
  readonly formats: readonly (typeof HISTORY_FORMATS)[number][]
}

const NAMES = { xlsx: 'Excel', csv: 'CSV', docx: 'Word', pdf: 'PDF' } as const

export function HistoryFiles({ of, part, formats }: HistoryFilesProps) {
  const t = useT()
  if (formats.length === 0) return null
  return (
    <div className="process-acts">
      {formats.map((fileFormat) => (
        <Button
          key={fileFormat}
          size="small"
          onClick={() => void attempt(() => fetchFile(exportHistoricInstance, { processInstanceId: of, part, fileFormat }))}
        >
          {t('process-list.export-as', { format: NAMES[fileFormat] })}
        </Button>
      ))}
    </div>
  )
}
