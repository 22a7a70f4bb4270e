/** The smallest react-admin: one resource with a list, and a data provider that reads JSON. */
import { createRoot } from 'react-dom/client'
import { Admin, Datagrid, EmailField, List, Resource, TextField, TextInput } from 'react-admin'

const dataProvider = {
  async getList(resource, { pagination, filter }) {
    const response = await fetch(`/api/${resource}?${new URLSearchParams({ page: pagination.page, ...filter })}`)
    const { rows, total } = await response.json()
    return { data: rows, total }
  },
}

function Users() {
  return (
    <List filters={[<TextInput key="username" source="username" alwaysOn />]}>
      <Datagrid>
        <TextField source="username" />
        <TextField source="nickname" />
        <EmailField source="email" />
        <TextField source="mobile" />
        <TextField source="organisation" />
        <TextField source="status" />
        <TextField source="createTime" />
      </Datagrid>
    </List>
  )
}

// It would call its maker's server otherwise.
createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="users" list={Users} />
  </Admin>,
)
