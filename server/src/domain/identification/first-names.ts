/** Common given names as spelled in IP address registries (RIRs). Used only to detect that the holder or user of a network is a person. */
export const firstNames: ReadonlySet<string> = new Set(
  (
    'aaron abdul abdullah adam adrian adriana agnieszka ahmad ahmed alan albert alberto alejandro aleksander aleksandr aleksei aleksey alex alexander alexandr alexandra ' +
    'alexandre alexandru alexei alexey alfredo ali alice allan amanda amir amit ana anastasia anatoliy anatoly anders anderson andre andrea andreas andrei andrej andres ' +
    'andrew andrey andrii andriy andrzej angel angela anil anna anthony anton antonio armando arne arthur artem artur arturo ashish axel barbara bartosz benjamin bernd bernhard ' +
    'bjorn bogdan boris brandon brian bruno carlos carmen caroline catherine cesar charles chris christian christina christoph christopher claudia claudio cristian cristiano ' +
    'dan daniel daniela daniele danilo dariusz david davide deepak denis dennis diego dieter dimitri dirk dmitri dmitriy dmitry dmytro dominik donald douglas eduard eduardo ' +
    'edson elena eliana elizabeth emanuel emil emma enrique eric erik ernesto eugene evgenii evgeniy evgeny fabian fabiana fabio fabrice fabricio fatima felipe felix fernanda ' +
    'fernando filip florian francesco francis francisco francois frank franz frederic frederik gabriel gabriela gary george georgi georgiy gerard gerhard gilberto giovanni giuseppe ' +
    'gregory grzegorz guilherme guillaume gustavo hans harald hassan hector heinz helmut henrik henrique henry herbert holger hossein hugo ibrahim igor ihor ilya ioan ion ivan jaan ' +
    'jacek jack jacob jakub james jan janusz jaroslaw jason javier jean jeff jeffrey jens jeremy jerzy jesus jiri joachim joao joaquin joe joel johan johann johannes john johnny ' +
    'jonas jonathan jorge jose josef joseph joshua juan juergen julia julian juliana julien julio jurgen justin kamil karen karl karol katarzyna keith kenneth kevin klaus konstantin ' +
    'krzysztof kumar kurt laura laurent lars leandro leonardo leonid lorenzo luca lucas luciana luciano luis luiz lukas lukasz maciej magdalena manuel marc marcel marcelo marcin ' +
    'marco marcos marcus marek maria mariana mario mariusz mark markus marta martin mateus mateusz matheus mathias matteo matthew matthias maurice mauricio mauro max maxim ' +
    'maximilian mehmet michael michal michel miguel mihai mike mikhail milan miroslav mohamed mohammad mohammed mohd muhammad mustafa mykola natalia nathan nelson nicholas nick nicola nicolas ' +
    'niels nikita nikolai nikolay nuno oleg oleh oleksandr oleksii oleksiy oliver olivier oscar otto pablo paolo pascal patrick patrik paul paulo pavel pavlo pawel pedro peter petr ' +
    'petro philip philipp philippe pierre piotr przemyslaw rafael rafal raj rajesh ralf raul raymond renato rene reinhard ricardo richard robert roberto robin rodrigo roger roland ' +
    'roman ronald rosa rudolf ruslan ryan samuel sandra sanjay santiago scott sean sebastian serge sergei sergej sergey sergii sergio serhii serhiy simon stanislav stefan stefano stephan ' +
    'stephen steven sunil susan sven svetlana sylvain tatiana tatyana terry thiago thierry thomas tiago tim timothy tobias todd tom tomas tomasz tony uwe vadim valentin valeriy valery vasile vasiliy ' +
    'vasyl victor viktor vijay vincent vinicius vitalii vitaliy vitaly vlad vladimir vladislav volker volodymyr vyacheslav waldemar walter wellington werner willian william wilson ' +
    'wojciech wolfgang xavier yann yaroslav yevhen yulia yuri yuriy yury yusuf yves zbigniew zoltan'
  ).split(' '),
);
