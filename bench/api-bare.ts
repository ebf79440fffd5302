import fastify from 'fastify';
import pg from 'pg';
import { portOf } from '../server/src/lib/port-of.ts';

/** Baseline for the versioned API: a bare fastify route with one prepared select. */
const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE, max: 16 });
const server = fastify();
server.get<{ Params: { id: string } }>('/companies/:id', async (req, res) => {
  const { rows } = await pool.query({ name: 'company', text: 'select * from companies where id = $1', values: [req.params.id] });
  return rows[0] ? { data: rows[0] } : res.code(404).send({});
});
await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.(portOf(server.server));
process.on('disconnect', () => process.exit(0));
