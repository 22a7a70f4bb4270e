import { useMemo } from 'react'
import { boxIn, placed } from '../../../shared/screens/symbols/shapes.ts'
import type { CatalogueSymbol } from '../../../shared/screens/symbols/index.ts'

/** A symbol as lists show it: standing still, in the colours of the page. */
export function SymbolPicture({ symbol, size }: { readonly symbol: CatalogueSymbol; readonly size: number }) {
  const paths = useMemo(() => {
    const box = boxIn(symbol, size, size, false)
    return symbol.parts.filter(({ when }) => when !== 'on').map(({ as, d }) => ({ as, d: placed(d, box) }))
  }, [symbol, size])
  return (
    <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true" className="screen-symbol">
      {paths.map(({ as, d }, at) => (
        <path key={at} d={d} className={`screen-symbol-${as}`} />
      ))}
    </svg>
  )
}
