/** Symbols of the plant, by their groups. */
import { useT } from '../../../kernel/i18n/i18n.ts'
import { SYMBOLS, SYMBOL_GROUPS } from '../../../shared/screens/symbols/index.ts'
import { symbolGroupText, symbolText } from '../../../shared/screens/symbols/symbol-names.ts'
import { draggedAs } from './palette-type.ts'
import { SymbolPicture } from './symbol-picture.tsx'
import { useActions } from './use-actions.ts'

const SIZE = 36

export default function SymbolPalette({ sought }: { readonly sought: string }) {
  const t = useT()
  const actions = useActions()
  return SYMBOL_GROUPS.map((group) => {
    const label = symbolGroupText(group, t)
    const own = SYMBOLS.filter((symbol) => symbol.group === group && symbolText(symbol.name, t).toLowerCase().includes(sought))
    if (own.length === 0) return null
    return (
      <div key={group} aria-label={label} role="group">
        <h3>{label}</h3>
        <ul>
          {own.map((symbol) => (
            <li key={symbol.name}>
              <button
                type="button"
                draggable
                onDragStart={draggedAs({ kind: 'symbol', symbol: symbol.name, size: symbol.size })}
                onClick={() => actions.add({ kind: 'symbol', symbol: symbol.name, size: symbol.size })}
              >
                <SymbolPicture symbol={symbol} size={SIZE} />
                {symbolText(symbol.name, t)}
              </button>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
