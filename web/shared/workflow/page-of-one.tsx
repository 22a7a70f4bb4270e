/** A page about the one thing whose id stands in its address, which a list leads to. */
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { LabelKey } from '../../kernel/i18n/i18n.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../kernel/navigation/menu-routes.ts'
import { isRowId } from '../../kernel/resource/row-id.ts'
import { useSession } from '../../kernel/session/session-store.ts'
import './workflow.css'

interface PageOfOneProps {
  readonly title: LabelKey
  /** The list that leads here. */
  readonly list: { readonly path: string; readonly name: LabelKey }
  readonly children: (id: string) => ReactNode
}

export function PageOfOne({ title, list, children }: PageOfOneProps) {
  const t = useT()
  const [address] = useSearchParams()
  const { authority } = useSession()
  const id = address.get('id') ?? ''
  const back = menuPaths(authority.menu).has(list.path) && <Link to={list.path}>{t('process-list.back', { list: t(list.name) })}</Link>
  return (
    <div className="process-page">
      <header className="process-head">
        <h1>{t(title)}</h1>
        {back}
      </header>
      {isRowId(id) ? (
        children(id)
      ) : (
        <section className="resource-card">
          <p>{t('process-list.choose', { list: t(list.name) })}</p>
        </section>
      )}
    </div>
  )
}
