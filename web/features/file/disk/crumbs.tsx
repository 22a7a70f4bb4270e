import type { Step } from '../../../../model/contract/file/values.ts'
import type { Place } from '../../../../model/file/files.ts'
import { ROOT } from '../../../shared/files/client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { dropOn } from './drag.ts'

interface CrumbsProps {
  readonly place: Place
  readonly path: readonly Step[]
  readonly onGo: (folder: string) => void
  readonly onMove: ((ids: readonly string[], folder: string) => void) | undefined
}

/** The way to the folder; each step leads there and takes what is dropped on it. */
export function Crumbs({ place, path, onGo, onMove }: CrumbsProps) {
  const t = useT()
  const steps = [{ id: ROOT, label: t(`disk.place-${place}`) }, ...path]
  return (
    <nav className="disk-crumbs" aria-label={t('disk.way')}>
      <ol>
        {steps.map(({ id, label }, at) => (
          <li key={id}>
            {at === steps.length - 1 ? (
              <span aria-current="page" title={label}>
                {label}
              </span>
            ) : (
              <button type="button" title={label} onClick={() => onGo(id)} {...dropOn({ move: onMove && ((ids) => onMove(ids, id)) })}>
                {label}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
