/** Forms to fill in: one is chosen, its entries are listed, and each is filled in or read in the same place. The address says what is shown. */
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Suspense, useId } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Nothing } from '../../../ui/nothing.tsx'
import { formsToFill } from './client.ts'
import { EntryListView } from './entry-list.tsx'
import '../../../kernel/resource/resource-page.css'
import './formentry.css'

const EntryPage = lazyWithPreload(() => import('./entry-page.tsx'))

/** In place of the id of an entry: one that is begun. */
const NEW = 'new'

export default function FormEntryPage() {
  const t = useT()
  const id = useId()
  const [address, setAddress] = useSearchParams()
  const { data: forms, error, refetch } = useQuery(formsToFill())
  const wanted = address.get('form')
  const form = forms?.find(({ formId }) => formId === wanted) ?? (wanted === null ? forms?.[0] : undefined)
  const entry = address.get('entry')

  const open = (entryId: string | undefined) => {
    const next = new URLSearchParams(address)
    if (form) next.set('form', form.formId)
    if (entryId === undefined) next.delete('entry')
    else next.set('entry', entryId)
    setAddress(next, { preventScrollReset: entryId === undefined })
  }

  if (error instanceof ApiError && !forms) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (form && entry !== null)
    return (
      <div className="entry-page">
        <Suspense fallback={<p role="status">{t('common.loading')}</p>}>
          <EntryPage
            key={`${form.formId} ${entry}`}
            form={form}
            entryId={entry === NEW ? undefined : entry}
            onEdit={(id) => open(`${id}.edit`)}
            onClose={() => open(undefined)}
          />
        </Suspense>
      </div>
    )
  return (
    <div className="resource-page">
      <h1 className="visually-hidden">{t('menu.formentry')}</h1>
      <div className="entry-forms">
        <label htmlFor={id}>{t('entries.choose')}</label>
        <Select
          id={id}
          value={form?.formId ?? null}
          loading={!forms}
          placeholder={t('entries.choose-hint')}
          notFoundContent={t('list.no-options')}
          showSearch={{ optionFilterProp: 'label' }}
          options={(forms ?? []).map(({ formId, formDescription, isOpen }) => ({
            value: formId,
            label: isOpen ? formDescription : `${formDescription} (${t('entries.closed')})`,
          }))}
          onChange={(formId) => setAddress(new URLSearchParams({ form: formId }))}
        />
        {form && <span className="quiet">{t('entries.counts', { sent: form.sent, begun: form.begun })}</span>}
      </div>
      {forms?.length === 0 && (
        <section className="resource-card">
          <Nothing text={t('entries.none')} />
        </section>
      )}
      {forms && forms.length > 0 && !form && (
        <p className="list-notice" role="status">
          {t('entries.choose-hint')}
        </p>
      )}
      {form && (
        <EntryListView key={form.formId} form={form} onNew={() => open(NEW)} onOpen={open} onNear={() => void EntryPage.preload()} />
      )}
    </div>
  )
}
