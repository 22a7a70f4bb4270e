import { useState } from 'react'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Item, Operation } from './open-api.ts'

/** One call: what it is, what it takes, what it answers. */
export function OperationCard({ operation }: { operation: Operation }) {
  const t = useT()
  // The inside of hundreds of closed cards would cost more than all the rest of the page.
  const [opened, setOpened] = useState(false)
  const { method, path, summary, permission, parameters, body, responses } = operation
  return (
    <details
      className="operation"
      onToggle={(event) => {
        if (event.currentTarget.open) setOpened(true)
      }}
    >
      <summary>
        <span className={`method method-${method.toLowerCase()}`}>{method}</span>
        <code>{path}</code>
        <span className="operation-summary">{summary}</span>
      </summary>
      {opened && (
        <div className="operation-inside">
          <p>
            {t('docs.permission')}
            {t('common.means')}
            <Permission code={permission} />
          </p>
          <Items title={t('docs.parameters')} items={parameters} />
          <Items title={t('docs.body')} items={body} />
          <h3>{t('docs.responses')}</h3>
          {responses.map(({ status, description, fields }) => (
            <div key={status} className="response">
              <p>
                <code>{status}</code> <span>{meaningOf(status, t) ?? description}</span>
              </p>
              <Items title="" items={fields} />
            </div>
          ))}
        </div>
      )}
    </details>
  )
}

function meaningOf(status: string, t: Translate): string | undefined {
  if (status.startsWith('2')) return t('docs.done')
  return status === '4XX' ? t('docs.refused') : status === '429' ? t('docs.too-many') : status === '503' ? t('docs.busy') : undefined
}

function Permission({ code }: { code: string }) {
  const t = useT()
  return code === 'public' || code === 'signed-in' ? <>{t(`docs.${code}`)}</> : <code>{code}</code>
}

function Items({ title, items }: { title: string; items: readonly Item[] }) {
  const t = useT()
  if (items.length === 0) return null
  return (
    <>
      {title && <h3>{title}</h3>}
      <div className="items" role="group" aria-label={title || t('docs.responses')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('docs.name')}</th>
              <th scope="col">{t('docs.place')}</th>
              <th scope="col">{t('docs.type')}</th>
              <th scope="col">{t('docs.note')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ name, place, type, required, note }) => (
              <tr key={`${place}.${name}`}>
                <td>
                  <code>{name}</code>
                  {required && (
                    <span className="required" title={t('docs.required')} aria-label={t('docs.required')} role="img">
                      *
                    </span>
                  )}
                </td>
                <td>{place}</td>
                <td>
                  <code>{type}</code>
                </td>
                <td lang="en">{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
