import type { ReactNode } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import './workflow.css'

/** What is known of one thing, each with its name; what is not known is left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="process-facts">
      {of
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The names of people; somebody whom the reader does not see, and what the product did by itself, have none. */
export function People({ names }: { names: readonly string[] }) {
  const t = useT()
  return names.join(t('common.between'))
}
