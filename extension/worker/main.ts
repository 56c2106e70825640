// The service worker's entry. Chrome starts it for an event and hands the event
// only to listeners that are there by the end of the first turn, so everything
// registers here, without waiting for anything.
import { refreshAll } from "./badge";
import * as events from "./events";
import * as group from "./group";
import * as load from "./load";
import * as pages from "./pages";
import * as person from "./person";
import * as port from "./port";
import * as session from "./session";
import { loaded } from "./sharing";

session.listen();
load.listen();
group.listen();
events.listen();
person.listen();
pages.listen();
port.start();
void loaded.then(() => Promise.all([group.restore(), refreshAll()]));
