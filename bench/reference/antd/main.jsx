/** The smallest page with antd that a back office could use: a menu, a form to filter by, a table of rows. */
import { Button, Form, Input, Layout, Menu, Select, Table } from 'antd'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const menu = ['Users', 'Organisations', 'Posts', 'Roles', 'Menus', 'Dictionaries', 'Parameters', 'Log'].map((label) => ({
  key: label,
  label,
}))
const columns = ['username', 'nickname', 'email', 'mobile', 'organisation', 'status', 'createTime'].map((name) => ({
  title: name,
  dataIndex: name,
  sorter: true,
}))
const PAGE_SIZE = 10

function Users() {
  const [asked, setAsked] = useState({ page: 1 })
  const [answer, setAnswer] = useState()
  useEffect(() => {
    void fetch(`/api/users?${new URLSearchParams(JSON.parse(JSON.stringify(asked)))}`)
      .then((response) => response.json())
      .then(setAnswer)
  }, [asked])
  return (
    <Layout style={{ minHeight: '100vh' }}>
      <Layout.Sider>
        <Menu theme="dark" mode="inline" defaultSelectedKeys={['Users']} items={menu} />
      </Layout.Sider>
      <Layout.Content style={{ padding: 24 }}>
        <Form layout="inline" onFinish={(values) => setAsked({ ...values, page: 1 })}>
          <Form.Item name="username" label="username">
            <Input />
          </Form.Item>
          <Form.Item name="status" label="status">
            <Select allowClear style={{ width: 120 }} options={[{ value: 'active' }, { value: 'locked' }]} />
          </Form.Item>
          <Button type="primary" htmlType="submit">
            Query
          </Button>
        </Form>
        <Table
          rowKey="id"
          rowSelection={{}}
          columns={columns}
          dataSource={answer?.rows}
          loading={!answer}
          pagination={{ current: asked.page, pageSize: PAGE_SIZE, total: answer?.total }}
          onChange={({ current }) => setAsked({ ...asked, page: current })}
        />
      </Layout.Content>
    </Layout>
  )
}

createRoot(document.getElementById('root')).render(<Users />)
