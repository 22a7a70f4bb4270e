/** A process that is filled in and started: what it is about, its form, and who will be asked. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import type { StartForm as Filled } from '../../../../model/contract/workflow/office.ts'
import { queryStartForm } from '../../../../model/contract/workflow/office.ts'
import type { FormField } from '../../../../model/form/definition.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { FormView } from '../../../shared/forms/form-view.tsx'
import { processSources } from '../../../shared/forms/session-sources.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { PROCESS_QUERIES, forgetProcesses } from '../../../shared/workflow/queries.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { UploadsOf, useUploads } from '../../../ui/uploads.ts'
import { StartFields } from './start-fields.tsx'
import type { DraftState } from './use-start.ts'
import { useStart } from './use-start.ts'
import { WhoIsAsked } from './who-is-asked.tsx'

interface StartFormProps {
  readonly of: { readonly processDefinitionId: string } | { readonly again: string }
  readonly onClose: () => void
  readonly onStarted: (id: string) => void
}

export default function StartForm({ of, onClose, onStarted }: StartFormProps) {
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'start-form', of],
    queryFn: ({ signal }) => ask(queryStartForm, of, { signal, quiet: true }),
    // What is being filled in is not to change under the hands.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: false,
  })
  return <Asked of={asked}>{(data) => <Written of={data} onClose={onClose} onStarted={onStarted} />}</Asked>
}

type WrittenProps = Pick<StartFormProps, 'onClose' | 'onStarted'> & { readonly of: Filled }

function Written({ of, onClose, onStarted }: WrittenProps) {
  const t = useT()
  const language = useLanguage()
  const queries = useQueryClient()
  const uploads = useUploads()
  const { id, form } = of
  const mayWrite = useMayWrite(form?.writable)
  const sources = useMemo(() => processSources({ processDefinitionId: id }, form?.names), [id, form?.names])
  const start = useStart({ of, mayWrite, t })
  const heading = useRef<HTMLHeadingElement>(null)
  // What led here is gone: whoever uses the keyboard goes on at the head of the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  async function send(): Promise<void> {
    if (uploads.isUnderWay()) return toast.warning(t('upload.wait'))
    const started = await start.send()
    if (!started) return
    toast.success(started.businessNumber ? t('my-process.started-number', { number: started.businessNumber }) : t('my-process.started'))
    void forgetProcesses(queries)
    onStarted(started.id)
  }

  async function drop(): Promise<void> {
    const yes = await confirm({
      title: t('my-process.drop-draft'),
      text: t('my-process.drop-draft-about'),
      ok: t('my-process.drop-draft'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!yes || !(await start.drop())) return
    toast.success(t('my-process.draft-dropped'))
    onClose()
  }

  return (
    <>
      <header className="start-head">
        <Button onClick={onClose}>{t('my-process.back-to-start')}</Button>
        <h1 ref={heading} tabIndex={-1}>
          {of.name}
        </h1>
        {of.description && <p>{of.description}</p>}
      </header>
      <div className="start-columns">
        <div className="start-page">
          <section className="resource-card start-part">
            <h2>{t('my-process.about')}</h2>
            <StartFields of={of} values={start.values} faults={start.startFaults} attempts={start.attempts} onChange={start.onValues} />
          </section>
          {form && (
            <section className="resource-card start-part">
              <h2>{form.formDescription || t('my-process.form')}</h2>
              <UploadsOf value={uploads}>
                <FormView
                  definition={form.definition}
                  data={start.data}
                  onChange={start.onData}
                  language={language}
                  zone={form.zone}
                  mayWrite={mayWrite}
                  faults={start.faults}
                  showsAllFaults={start.attempts > 0}
                  // What is missing above comes first.
                  attempts={Object.keys(start.startFaults).length > 0 ? 0 : start.attempts}
                  sources={sources}
                />
              </UploadsOf>
            </section>
          )}
        </div>
        <WhoIsAsked of={of} data={start.data} />
      </div>
      <div className="start-foot">
        <Button type="primary" loading={start.isBusy} onClick={() => void send()}>
          {t('my-process.start')}
        </Button>
        <Button onClick={() => void drop()}>{t('my-process.drop-draft')}</Button>
        <span role="status" className="quiet">
          <Saving state={start.state} />
        </span>
      </div>
    </>
  )
}

function Saving({ state }: { state: DraftState }) {
  const t = useT()
  if (state === 'saving') return t('my-process.saving')
  if (typeof state === 'string') return null
  if ('failure' in state) return <span className="start-fault">{t('my-process.not-saved', { why: state.failure })}</span>
  return t('my-process.saved-at', { time: state.savedTime })
}

function useMayWrite(writable: readonly string[] = NONE): (field: FormField) => boolean {
  return useMemo(() => {
    const ids = new Set(writable)
    return ({ id }) => ids.has(id)
  }, [writable])
}
const NONE: readonly string[] = []
