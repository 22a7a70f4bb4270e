/** What was asked about a process and answered, beside its tasks; whoever is asked answers here. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Consultation } from '../../../../model/contract/workflow/consultations.ts'
import { answerConsultation, queryConsultation, withdrawConsultation } from '../../../../model/contract/workflow/consultations.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { done } from '../act.ts'
import { Asked } from '../asked.tsx'
import { PROCESS_QUERIES, forgetProcesses } from '../queries.ts'
import '../workflow.css'

const CommentDialog = lazyWithPreload(() => import('../comment-dialog.tsx'))

export function Opinions({ of: id }: { of: string }) {
  const t = useT()
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'consultations', id],
    queryFn: ({ signal }) => ask(queryConsultation, { processInstanceId: id }, { signal, quiet: true }),
  })
  return (
    <Asked of={asked}>
      {({ list }) =>
        list.length === 0 ? <p className="process-quiet">{t('process-beside.opinions-none')}</p> : <OpinionLines of={list} />
      }
    </Asked>
  )
}

/** @param isLinked Whether each leads to its process */
export function OpinionLines({ of, isLinked = false }: { of: readonly Consultation[]; isLinked?: boolean }) {
  const t = useT()
  const queries = useQueryClient()
  const [answered, setAnswered] = useState<Consultation>()

  async function perform(work: () => Promise<unknown>, message: string): Promise<boolean> {
    const isDone = await done(work, message)
    // Who comes too late sees what has become of it.
    await forgetProcesses(queries)
    return isDone
  }

  const nameOf = (name: string | null) => name ?? t('my-task.somebody')
  return (
    <>
      <ul className="process-lines">
        {of.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{t('process-beside.asks', { asker: nameOf(one.asker), person: nameOf(one.userId) })}</strong>
              <span className="process-said">{one.question}</span>
              {isLinked && (
                <Link to={`/personaloa/myprocessdetails?id=${one.processInstanceId}`}>{one.processInstanceName || t('my-task.open')}</Link>
              )}
              <small>{[one.taskName, one.askedTime].filter(Boolean).join(' · ')}</small>
              {one.answer !== null && (
                <>
                  <span className="process-said">{one.answer}</span>
                  <small>{[nameOf(one.userId), one.answeredTime].filter(Boolean).join(' · ')}</small>
                </>
              )}
            </span>
            {one.answer === null && (
              <Tag kind={one.withdrawnTime === null ? 'info' : 'quiet'}>
                {t(one.withdrawnTime === null ? 'process-beside.waits' : 'process-beside.taken-back')}
              </Tag>
            )}
            {one.isToAnswer && (
              <Button size="small" type="primary" aria-haspopup="dialog" onClick={() => setAnswered(one)}>
                {t('process-beside.answer')}
              </Button>
            )}
            {one.isWithdrawable && (
              <Button
                size="small"
                aria-label={`${t('process-beside.take-back')}${t('common.means')}${nameOf(one.userId)}`}
                onClick={() => void perform(() => ask(withdrawConsultation, { id: one.id }), t('process-beside.taken-back'))}
              >
                {t('process-beside.take-back')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {answered && (
          <CommentDialog
            title={t('process-beside.answer')}
            about={t('process-beside.answer-about', {
              asker: nameOf(answered.asker),
              task: answered.taskName,
              question: answered.question,
            })}
            ok={t('process-beside.answer')}
            label={t('process-beside.opinion')}
            required
            run={({ comment }) => perform(() => ask(answerConsultation, { id: answered.id, comment }), t('process-beside.answered'))}
            onClose={() => setAnswered(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
