/** The alarms and annotations of the range, in words: for whoever does not see the picture, and to change what was noted. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { annotations as noun } from '../../../../model/index.ts'
import type { TrendMarks } from '../../../../model/contract/acquisition/trend-marks.ts'
import { secondText } from '../../../../model/zone.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { deleteRows } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { PriorityTag } from '../../../shared/acquisition/alarm-tags.tsx'
import { confirm } from '../../../ui/confirm.ts'
import type { History } from '../../../ui/history-chart/histories.ts'
import { toast } from '../../../ui/toast.ts'
import type { Annotation } from './annotation-dialog.tsx'
import { forgetMarks, numbered } from './marks.ts'
import { named } from '../../../ui/named.ts'

interface MarkListProps {
  readonly marks: TrendMarks
  readonly histories: readonly History[]
  readonly zone: string
  readonly onEdit: (annotation: Annotation) => void
}

export function MarkList({ marks, histories, zone, onEdit }: MarkListProps) {
  const t = useT()
  const queries = useQueryClient()
  const nameOf = (pointId: string) => histories.find(({ id }) => id === pointId)?.name ?? ''
  const notes = numbered(marks)
  const may = (operation: string) => marks.allowed.includes(operation)

  async function remove({ id }: Annotation): Promise<void> {
    const [title, text, ok, cancel] = [t('delete.title'), t('trends.annotation-delete'), t('button.delete'), t('common.cancel')]
    if (!(await confirm({ title, text, ok, cancel, danger: true }))) return
    try {
      await deleteRows(noun, [id])
      toast.success(t('trends.annotation-deleted'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetMarks(queries)
  }

  return (
    <section className="trend-marks" aria-label={t('trends.in-range')}>
      <h2>{t('trends.in-range')}</h2>
      {marks.alarms.length + notes.length === 0 && <p className="quiet">{t('trends.marks-none')}</p>}
      <ul>
        {notes.map((annotation, index) => (
          <li key={annotation.id}>
            <strong>{index + 1}</strong>
            <time>{secondText(zone, annotation.time)}</time>
            <span className="trend-note-text">{annotation.noteText}</span>
            <small>{[nameOf(annotation.pointId), annotation.notedBy].filter(Boolean).join(' · ')}</small>
            <span className="trend-note-buttons">
              {may('update') && (
                <Button
                  type="text"
                  size="small"
                  aria-label={named(t('trends.annotation-edit'), index + 1)}
                  icon={<EditOutlined aria-hidden="true" />}
                  onClick={() => onEdit(annotation)}
                />
              )}
              {may('delete') && (
                <Button
                  type="text"
                  size="small"
                  aria-label={named(t('button.delete'), index + 1)}
                  icon={<DeleteOutlined aria-hidden="true" />}
                  onClick={() => void remove(annotation)}
                />
              )}
            </span>
          </li>
        ))}
        {marks.alarms.map(({ alarmId, pointId, from, to, ruleName, alarmPriority }) => (
          <li key={`${alarmId} ${from}`}>
            {alarmPriority !== undefined && (
              <PriorityTag priority={alarmPriority}>{t(`choice.alarmPriority.${alarmPriority as 1 | 2 | 3 | 4}`)}</PriorityTag>
            )}
            <time>
              {secondText(zone, from)} – {to === null ? t('trends.still') : secondText(zone, to)}
            </time>
            <span className="trend-note-text">{ruleName ?? t('trends.alarm')}</span>
            <small>{nameOf(pointId)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
