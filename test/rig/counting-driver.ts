import { type Driver, openDriver, type Statement, type Value } from '../../src/world/store/driver.js';

/** A driver that tells of each statement just before SQLite gets it: whoever is told may end the process, or throw. */
export function countingDriver(path: string, before: (statement: string) => void, only?: Driver['name']): Driver {
  const driver = openDriver(path, only);
  const told = (sql: string, statement: Statement): Statement => {
    const run = <R>(work: (...params: readonly Value[]) => R) => {
      return (...params: readonly Value[]): R => {
        before(sql);
        return work(...params);
      };
    };
    return { run: run(statement.run), get: run(statement.get), all: run(statement.all), each: run(statement.each) };
  };
  return {
    name: driver.name,
    exec: (sql) => {
      before(sql);
      driver.exec(sql);
    },
    prepare: (sql) => told(sql, driver.prepare(sql)),
    close: () => driver.close(),
  };
}
