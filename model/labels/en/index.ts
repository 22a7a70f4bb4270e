import errors from './errors.ts'
import menus from './menus.ts'
import nouns from './nouns.ts'
import screens from './screens.ts'

export default { ...errors, ...menus, ...nouns, ...screens }
