/** A picture of an entry: from memory where it was brought in this page, else asked for. */
import { useEffect, useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import { addressOfBrought } from './brought-files.ts'
import type { FormSources } from './form-sources.ts'

interface PictureOfProps {
  readonly file: { readonly id: string }
  readonly name: string
  readonly sources: FormSources
  readonly className: string
}

export function PictureOf({ file: { id }, name, sources: { contentOf }, className }: PictureOfProps) {
  const t = useT()
  const brought = addressOfBrought(id)
  const [asked, setAsked] = useState<{ id: string; address: string | undefined }>()
  const isAsked = brought === undefined && contentOf !== undefined
  useEffect(() => {
    if (!isAsked) return
    let address: string | undefined
    let isGone = false
    contentOf({ id }).then(
      (content) => {
        if (isGone) return
        address = URL.createObjectURL(content)
        setAsked({ id, address })
      },
      () => {
        if (!isGone) setAsked({ id, address: undefined })
      },
    )
    return () => {
      isGone = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [id, contentOf, isAsked])
  const address = brought ?? (asked?.id === id ? asked.address : undefined)
  if (address !== undefined) return <img className={className} src={address} alt={name} />
  return <span className="quiet">{isAsked && asked?.id !== id ? t('common.loading') : name}</span>
}
