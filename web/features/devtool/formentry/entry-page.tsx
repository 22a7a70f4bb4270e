/** One entry: begun, gone on with, changed or read. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useBlocker } from 'react-router'
import type { EntryToFill, FormToFill } from '../../../../model/contract/devtool/form-entries.ts'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { FormView } from '../../../shared/forms/form-view.tsx'
import { sessionSources } from '../../../shared/forms/session-sources.ts'
import { secondOf } from '../../../ui/clock.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { UploadsOf, useUploads } from '../../../ui/uploads.ts'
import { entryToFill, forgetEntries, formToFill } from './client.ts'
import { stateTag } from './entry-columns.tsx'
import type { Draft } from './use-draft.ts'
import { useDraft } from './use-draft.ts'

interface EntryPageProps {
  readonly form: FormToFill
  /** With `.edit` behind it where it is to be changed; absent: a new one. */
  readonly entryId: string | undefined
  readonly onEdit: (id: string) => void
  readonly onClose: () => void
}

export default function EntryPage({ form, entryId, onEdit, onClose }: EntryPageProps) {
  return entryId === undefined ? (
    <NewEntry form={form} onClose={onClose} />
  ) : (
    <KeptEntry id={entryId.replace(/\.edit$/, '')} isEdited={entryId.endsWith('.edit')} onEdit={onEdit} onClose={onClose} />
  )
}

function NewEntry({ form, onClose }: Pick<EntryPageProps, 'form' | 'onClose'>) {
  const t = useT()
  const { data, error, refetch } = useQuery(formToFill(form.formId))
  if (error instanceof ApiError) return <Failure error={error} onRetry={() => void refetch()} onClose={onClose} />
  if (!data) return <p role="status">{t('common.loading')}</p>
  return <Written of={data} title={form.formDescription} onClose={onClose} />
}

type KeptProps = Pick<EntryPageProps, 'onEdit' | 'onClose'> & { readonly id: string; readonly isEdited: boolean }

function KeptEntry({ id, isEdited, onEdit, onClose }: KeptProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(entryToFill(id))
  if (error instanceof ApiError) return <Failure error={error} onRetry={() => void refetch()} onClose={onClose} />
  if (!data) return <p role="status">{t('common.loading')}</p>
  return isEdited && data.mayChange ? (
    <Written of={data} kept={data} title={data.formDescription} onClose={onClose} />
  ) : (
    <Read entry={data} onEdit={() => onEdit(id)} onClose={onClose} />
  )
}

function Failure({ error, onRetry, onClose }: { error: ApiError; onRetry: () => void; onClose: () => void }) {
  const t = useT()
  return (
    <>
      <ListFailure error={error} onRetry={onRetry} />
      <Button onClick={onClose}>{t('entries.back')}</Button>
    </>
  )
}

interface WrittenProps {
  readonly of: Pick<EntryToFill, 'formId' | 'formVersion' | 'definition' | 'writable' | 'zone'>
  readonly kept?: EntryToFill
  readonly title: string
  readonly onClose: () => void
}

function Written({ of, kept, title, onClose }: WrittenProps) {
  const t = useT()
  const language = useLanguage()
  const queries = useQueryClient()
  const uploads = useUploads()
  const mayWrite = useMayWrite(of.writable)
  const sources = useMemo(() => sessionSources(of.formId, kept?.names), [of.formId, kept?.names])
  const draft = useDraft({ ...of, mayWrite, kept, onKept: () => void forgetEntries(queries) })
  const isDraft = kept === undefined || kept.entryState === 'draft'
  useAskBeforeLeaving(draft.wouldLose)

  async function send(): Promise<void> {
    if (uploads.isUnderWay()) return toast.warning(t('upload.wait'))
    const number = await draft.send()
    if (number === undefined) return
    toast.success(t('entries.sent', { number }))
    onClose()
  }

  return (
    <>
      <Head title={title} entry={kept} onBack={onClose} />
      <section className="resource-card entry-card">
        <UploadsOf value={uploads}>
          <FormView
            definition={of.definition}
            before={kept?.data}
            data={draft.data}
            onChange={draft.onChange}
            language={language}
            zone={of.zone}
            mayWrite={mayWrite}
            faults={draft.faults}
            showsAllFaults={draft.attempts > 0}
            attempts={draft.attempts}
            sources={sources}
          />
        </UploadsOf>
        <div className="entry-foot">
          <Button type="primary" loading={draft.isBusy} onClick={() => void send()}>
            {t(isDraft ? 'entries.send' : 'entries.send-again')}
          </Button>
          {isDraft && <Button onClick={() => void draft.save()}>{t('entries.save-draft')}</Button>}
          <span role="status" className="quiet">
            {isDraft && <Saving state={draft.state} />}
          </span>
        </div>
      </section>
    </>
  )
}

/** By whatever way one leaves the entry for another or for the list. The tag of the page may be left: the page stays as it is. */
function useAskBeforeLeaving(wouldLose: () => boolean): void {
  const t = useT()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname === currentLocation.pathname && nextLocation.search !== currentLocation.search && wouldLose(),
  )
  const ask = useEffectEvent(async () => {
    const yes = await confirm({
      title: t('entries.leave-title'),
      text: t('entries.leave-about'),
      ok: t('entries.leave-yes'),
      cancel: t('entries.leave-no'),
      danger: true,
    })
    if (yes) blocker.proceed?.()
    else blocker.reset?.()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') void ask()
  }, [blocker.state])
}

function Saving({ state }: { state: Draft['state'] }) {
  const t = useT()
  if (typeof state === 'object') return <span className="fill-fault">{t('entries.not-saved', { why: state.failure })}</span>
  if (state === 'saving') return t('entries.saving')
  if (state === 'saved') return t('entries.saved')
  return state === 'saved-partly' ? t('entries.saved-partly') : null
}

function Read({ entry, onEdit, onClose }: { entry: EntryToFill; onEdit: () => void; onClose: () => void }) {
  const t = useT()
  const language = useLanguage()
  const sources = useMemo(() => sessionSources(entry.formId, entry.names), [entry.formId, entry.names])
  return (
    <>
      <Head title={entry.formDescription} entry={entry} onBack={onClose}>
        {entry.mayChange && <Button onClick={onEdit}>{t(entry.entryState === 'draft' ? 'entries.go-on' : 'button.update')}</Button>}
      </Head>
      <section className="resource-card entry-card">
        <FormView
          definition={entry.definition as FormDefinition}
          data={entry.data}
          language={language}
          zone={entry.zone}
          sources={sources}
        />
      </section>
    </>
  )
}

interface HeadProps {
  readonly title: string
  readonly entry: EntryToFill | undefined
  readonly onBack: () => void
  readonly children?: ReactNode
}

function Head({ title, entry, onBack, children }: HeadProps) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  // What led here is gone with the list: whoever uses the keyboard goes on at the head of the entry.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <header className="entry-head">
      <Button onClick={onBack}>{t('entries.back')}</Button>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {entry && (
        <p>
          {t('entries.entry', { number: entry.entryNumber })} {stateTag(entry.entryState, t)}{' '}
          <span className="quiet">
            {[
              entry.owner ?? (entry.entrySource === 'outside' ? t('choice.entrySource.outside') : ''),
              entry.submittedAt === null ? '' : secondOf(entry.submittedAt),
              t('entries.version', { version: entry.formVersion }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      )}
      {children}
    </header>
  )
}

function useMayWrite(writable: readonly string[]): (field: FormField) => boolean {
  return useMemo(() => {
    const ids = new Set(writable)
    return ({ id }) => ids.has(id)
  }, [writable])
}
