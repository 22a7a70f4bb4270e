import { useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { PartProps } from './kind.ts'
import { Shown } from './shown.tsx'
import { useAddress, useContent } from './use-content.ts'
import { named } from '../../../ui/named.ts'

/** As large as there is room for; a click shows every point of it. */
export default function Picture({ row }: PartProps) {
  const t = useT()
  const content = useContent(row)
  const address = useAddress(content.data, row.contentType)
  const [whole, setWhole] = useState(true)
  return (
    <Shown content={content}>
      {() => (
        <button
          type="button"
          className={whole ? 'file-picture' : 'file-picture full'}
          aria-pressed={!whole}
          aria-label={named(t('disk.full-size'), row.originalFilename)}
          onClick={() => setWhole(!whole)}
        >
          <img src={address} alt={row.originalFilename} />
        </button>
      )}
    </Shown>
  )
}
